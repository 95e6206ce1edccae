import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import type { Kind } from '../shared/kinds.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Kind | int, b: int | Kind | null) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'union',
            options: [
              { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
              { kind: 'integer' },
            ],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'union',
            options: [
              { kind: 'integer' },
              { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
            ],
            nullable: true,
          },
        },
      ],
    },
  },
};
