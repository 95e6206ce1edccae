import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Variant {
  Full = 'full',
  Teaser = 'teaser',
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a = 1, b = 'x', c = true, d = Variant.Full) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'number' }, optional: true, default: 1 },
        { name: 'b', type: { kind: 'string' }, optional: true, default: 'x' },
        { name: 'c', type: { kind: 'boolean' }, optional: true, default: true },
        {
          name: 'd',
          type: {
            kind: 'enum',
            name: 'Variant',
            members: ['Full', 'Teaser'],
            values: ['full', 'teaser'],
          },
          optional: true,
          default: 'full',
        },
      ],
    },
  },
};
