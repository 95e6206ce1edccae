import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const SIZES = ['small', 'big', 'average'] as const;
type Size = (typeof SIZES)[number];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(size: Size) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'size', type: { kind: 'enum', name: 'Size', values: ['small', 'big', 'average'] } },
      ],
    },
  },
};
