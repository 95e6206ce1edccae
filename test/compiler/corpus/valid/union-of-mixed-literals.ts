import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: 'auto' | 1 | 2, b: 'auto' | int, c: 1 | 'a' | 2 | 'b') {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'union',
            options: [
              { kind: 'enum', values: ['auto'] },
              { kind: 'enum', values: [1, 2] },
            ],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'union',
            options: [{ kind: 'enum', values: ['auto'] }, { kind: 'integer' }],
          },
        },
        {
          name: 'c',
          type: {
            kind: 'union',
            options: [
              { kind: 'enum', values: [1, 2] },
              { kind: 'enum', values: ['a', 'b'] },
            ],
          },
        },
      ],
    },
  },
};
