import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Flag {
  A = 1 << 0,
  B = 1 << 1,
  Both = A | B,
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(flag: Flag) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'flag',
          type: { kind: 'enum', name: 'Flag', members: ['A', 'B', 'Both'], values: [1, 2, 3] },
        },
      ],
    },
  },
};
