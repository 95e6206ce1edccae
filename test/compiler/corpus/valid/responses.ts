import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

interface Item {
  id: int;
}

/** Statuses in a type of their own. */
type Written = 200 | 201;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  async a(): Promise<RestResponse<Item, 201>> {
    return new RestResponse({ id: 1 }, 201);
  }
  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  b(): RestResponse<Item[], Written> {
    return new RestResponse([]);
  }
  @RestRoute('/c', HttpMethod.Get, new PublicAccess())
  async c(): Promise<RestResponse<Item, 201> | RestResponse<string, 202> | int> {
    return 1;
  }
  @RestRoute('/d', HttpMethod.Get, new PublicAccess())
  d(): Promise<RestResponse<Item, 201>> | RestResponse<void, 204> {
    return new RestResponse(undefined, 204);
  }
  @RestRoute('/e', HttpMethod.Get, new PublicAccess())
  e(): RestResponse<Item, number> {
    return new RestResponse({ id: 1 });
  }
  @RestRoute('/f', HttpMethod.Get, new PublicAccess())
  async f(): Promise<Item | undefined> {
    return undefined;
  }
}

const item = {
  kind: 'object',
  name: 'Item',
  properties: [{ name: 'id', type: { kind: 'integer' } }],
};
const items = { kind: 'array', items: item };
const text = { kind: 'string' };
const integer = { kind: 'integer' };
const nothing = (name: string) => ({ kind: 'opaque', text: name });
const returnsResponse = true;
const isResponse = true;

export const expected = {
  methods: {
    a: {
      parameters: [],
      returns: item,
      returnsResponse,
      responses: [{ type: item, isResponse, statuses: [201] }],
    },
    b: {
      parameters: [],
      returns: items,
      returnsResponse,
      responses: [{ type: items, isResponse, statuses: [200, 201] }],
    },
    c: {
      parameters: [],
      returns: { kind: 'union', options: [item, text, integer] },
      returnsResponse,
      responses: [
        { type: item, isResponse, statuses: [201] },
        { type: text, isResponse, statuses: [202] },
        { type: integer },
      ],
    },
    d: {
      parameters: [],
      returns: item,
      returnsResponse,
      responses: [
        { type: item, isResponse, statuses: [201] },
        { type: nothing('void'), isResponse, statuses: [204] },
      ],
    },
    e: { parameters: [], returns: item, returnsResponse },
    f: {
      parameters: [],
      returns: item,
      responses: [{ type: item }, { type: nothing('undefined') }],
    },
  },
};
