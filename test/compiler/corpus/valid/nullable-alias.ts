import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Maybe<T> = T | null;
export enum Variant {
  Full = 'full',
  Teaser = 'teaser',
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Maybe<int>, b: Maybe<Variant>) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'integer', nullable: true } },
        {
          name: 'b',
          type: {
            kind: 'enum',
            name: 'Variant',
            members: ['Full', 'Teaser'],
            values: ['full', 'teaser'],
            nullable: true,
          },
        },
      ],
    },
  },
};
