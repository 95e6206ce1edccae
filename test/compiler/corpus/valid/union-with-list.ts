import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: boolean | string[], b: string | readonly int[] | null) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'union',
            options: [{ kind: 'boolean' }, { kind: 'array', items: { kind: 'string' } }],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'union',
            options: [{ kind: 'string' }, { kind: 'array', items: { kind: 'integer' } }],
            nullable: true,
          },
        },
      ],
    },
  },
};
