import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Kind } from '@shared/kinds.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'kind',
          type: { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
        },
      ],
    },
  },
};
