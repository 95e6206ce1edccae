import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const DEFAULTS = { count: 10 };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: typeof DEFAULTS) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: { kind: 'object', properties: [{ name: 'count', type: { kind: 'number' } }] },
        },
      ],
    },
  },
};
