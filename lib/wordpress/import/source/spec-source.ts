import type { SampleRequest } from '../samples/sample-request.js';
import { literal } from './literal.js';

/** The text of a test that asserts that every route of a controller denies. */
export function specSource(
  className: string,
  specifier: string,
  requests: readonly SampleRequest[],
): string {
  const rows = requests.map((request) => `  [${rowOf(request)}],\n`);
  return `import { createRestApplication, type RestTestApplication, type TestRequestOptions } from '${PACKAGE_TESTING}';
import { ${className} } from '${specifier}';

/** A request to each route. Move a route to tests of its own once its permission is written. */
const REQUESTS: [method: string, path: string, options: TestRequestOptions][] = [
${rows.join('')}];

describe('${className}', () => {
  let app: RestTestApplication;

  beforeAll(async () => {
    app = await createRestApplication({ controllers: [${className}] });
  });

  afterAll(() => app.close());

  it.each(REQUESTS)('%s %s is denied', async (method, path, options) => {
    const anonymous = await app.request(method, path, options);
    expect(anonymous.status).toBe(401);
    const user = await app.as({ capabilities: [] }).request(method, path, options);
    expect(user.status).toBe(403);
  });
});
`;
}

const PACKAGE_TESTING = 'nestjs-rest-routes/testing';

/** A row has a value for each parameter of the test: for one that it lacks, Jest passes a callback. */
function rowOf({ method, path, args }: SampleRequest): string {
  return [literal(method), literal(path), literal(optionsOf(method, args))].join(', ');
}

function optionsOf(method: string, args: SampleRequest['args']): object {
  if (Object.keys(args).length === 0) return {};
  return method === 'GET' ? { query: args } : { body: args };
}
