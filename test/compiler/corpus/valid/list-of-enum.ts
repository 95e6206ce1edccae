import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Variant {
  Full = 'full',
  Teaser = 'teaser',
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(tags: Variant[] = []) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'tags',
          type: {
            kind: 'array',
            items: {
              kind: 'enum',
              name: 'Variant',
              members: ['Full', 'Teaser'],
              values: ['full', 'teaser'],
            },
          },
          optional: true,
          default: [],
        },
      ],
    },
  },
};
