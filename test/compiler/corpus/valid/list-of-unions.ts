import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: (string | int)[], b: Array<string | null>[]) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'array',
            items: { kind: 'union', options: [{ kind: 'string' }, { kind: 'integer' }] },
          },
        },
        {
          name: 'b',
          type: {
            kind: 'array',
            items: { kind: 'array', items: { kind: 'string', nullable: true } },
          },
        },
      ],
    },
  },
};
