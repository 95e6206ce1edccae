import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { ValueSchema } from '../../support/schema-types.js';
import { startRoutes, type AdapterName, type TestApplication } from '../../support/application.js';

/** An application with a route for each schema, by its place in the list. */
export function startValues(
  adapter: AdapterName,
  schemas: readonly ValueSchema[],
): Promise<TestApplication> {
  return startRoutes(schemas.map(controller), { adapter });
}

function controller(schema: ValueSchema, at: number): new () => object {
  @RestController('v1', ['/values', at].join('/'))
  class ValuesController {
    @RestRoute('', HttpMethod.Post, new PublicAccess())
    read(@Param({ schema }) value: unknown) {
      return { read: true };
    }
  }
  return ValuesController;
}
