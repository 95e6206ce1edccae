import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Variant {
  Full = 'full',
  Teaser = 'teaser',
}
type Look = Variant;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(variant: Look) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'variant',
          type: {
            kind: 'enum',
            name: 'Variant',
            members: ['Full', 'Teaser'],
            values: ['full', 'teaser'],
          },
        },
      ],
    },
  },
};
