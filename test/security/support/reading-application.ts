import { startRoutes, type AdapterName, type TestApplication } from '../../support/application.js';
import { ReadingController } from './reading-controller.js';

/** An application that reads everything that a request has, and does nothing else. */
export function startReading(adapter: AdapterName): Promise<TestApplication> {
  return startRoutes([ReadingController], {
    adapter,
    rest: { cache: { mayRefresh: () => true } },
    trustsProxies: true,
    configure: (app) => app.enableCors(),
  });
}
