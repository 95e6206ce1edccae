import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: string | int | null, b: string | int | undefined, c?: (string | null) | int) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'union',
            options: [{ kind: 'string' }, { kind: 'integer' }],
            nullable: true,
          },
        },
        {
          name: 'b',
          type: { kind: 'union', options: [{ kind: 'string' }, { kind: 'integer' }] },
          optional: true,
        },
        {
          name: 'c',
          type: {
            kind: 'union',
            options: [{ kind: 'string' }, { kind: 'integer' }],
            nullable: true,
          },
          optional: true,
        },
      ],
    },
  },
};
