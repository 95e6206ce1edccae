import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Sort = 'asc' | 'desc';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(sort: Sort | null) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'sort',
          type: { kind: 'enum', name: 'Sort', values: ['asc', 'desc'], nullable: true },
        },
      ],
    },
  },
};
