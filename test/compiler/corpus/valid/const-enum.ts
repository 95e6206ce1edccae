import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const enum Size {
  Small = 's',
  Large = 'l',
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(size: Size = Size.Small) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'size',
          type: { kind: 'enum', name: 'Size', members: ['Small', 'Large'], values: ['s', 'l'] },
          optional: true,
          default: 's',
        },
      ],
    },
  },
};
