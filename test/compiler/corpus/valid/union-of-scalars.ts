import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(id: string | int, flag: boolean | int, any: string | number | boolean) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'id', type: { kind: 'union', options: [{ kind: 'string' }, { kind: 'integer' }] } },
        {
          name: 'flag',
          type: { kind: 'union', options: [{ kind: 'boolean' }, { kind: 'integer' }] },
        },
        {
          name: 'any',
          type: {
            kind: 'union',
            options: [{ kind: 'string' }, { kind: 'number' }, { kind: 'boolean' }],
          },
        },
      ],
    },
  },
};
