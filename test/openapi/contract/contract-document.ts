import { RestRoutes } from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import {
  startApplication,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { contractModule, SECURITY_SCHEMES } from './application/contract.module.js';

/** The application of the contract, and its document. */
export async function startContract(
  adapter: AdapterName,
  values: 'typed' | 'wordpress' = 'typed',
): Promise<{ readonly app: TestApplication; readonly document: OpenApiDocument }> {
  const app = await startApplication(contractModule(values), { adapter });
  const routes = await app.nest.get(RestRoutes).list();
  const info = { title: 'Contract', license: { name: 'MIT', identifier: 'MIT' } };
  return { app, document: openApiDocument(routes, { info, securitySchemes: SECURITY_SCHEMES }) };
}
