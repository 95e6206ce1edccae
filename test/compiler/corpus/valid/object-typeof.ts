import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const DEFAULTS = { title: 'none', flag: true, state: 'draft' as 'draft' | 'sent' };

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
          type: {
            kind: 'object',
            properties: [
              { name: 'title', type: { kind: 'string' } },
              { name: 'flag', type: { kind: 'boolean' } },
              { name: 'state', type: { kind: 'enum', values: ['draft', 'sent'] } },
            ],
          },
        },
      ],
    },
  },
};
