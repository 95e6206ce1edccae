import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Direction = 'asc' | 'desc';
type Sort = Direction | 'none';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(sort: Sort) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'sort', type: { kind: 'enum', name: 'Sort', values: ['asc', 'desc', 'none'] } },
      ],
    },
  },
};
