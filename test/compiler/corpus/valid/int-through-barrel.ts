import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { int, Key } from '../shared/barrel.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(id: int, other: Key) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'other', type: { kind: 'integer' } },
      ],
    },
  },
};
