import { RestModule } from 'nestjs-rest-routes';
import {
  startApplication,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { ReadingController } from './reading-controller.js';

/** An application that reads whatever a request has, and does nothing else. */
export function startReading(adapter: AdapterName): Promise<TestApplication> {
  const imports = [RestModule.forRoot({ namespace: 'acme', cache: { mayRefresh: () => true } })];
  return startApplication(
    { imports, providers: [ReadingController] },
    { adapter, trustsProxies: true, configure: (app) => app.enableCors() },
  );
}
