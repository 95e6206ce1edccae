import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Variant {
  Full = 'full',
  Teaser = 'teaser',
  None = 'none',
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(variant: Exclude<Variant, Variant.Full>, other: Exclude<'b' | 'c' | 'a', 'c'>) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'variant', type: { kind: 'enum', values: ['teaser', 'none'] } },
        { name: 'other', type: { kind: 'enum', values: ['b', 'a'] } },
      ],
    },
  },
};
