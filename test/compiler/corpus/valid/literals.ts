import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(sort: 'asc' | 'desc' = 'asc') {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'sort',
          type: { kind: 'enum', values: ['asc', 'desc'] },
          optional: true,
          default: 'asc',
        },
      ],
    },
  },
};
