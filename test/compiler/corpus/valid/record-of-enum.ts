import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import type { Kind } from '../shared/kinds.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(counts: Record<Kind, int>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'counts',
          type: {
            kind: 'object',
            properties: [
              { name: 'book', type: { kind: 'integer' } },
              { name: 'film', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
