import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  name: string | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(id: Item['id'], name: Item['name']) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'name', type: { kind: 'string', nullable: true } },
      ],
    },
  },
};
