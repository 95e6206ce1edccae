import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Id = string | int;
type Maybe = Id | null;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(id: Maybe | boolean) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'id',
          type: {
            kind: 'union',
            options: [{ kind: 'string' }, { kind: 'integer' }, { kind: 'boolean' }],
            nullable: true,
          },
        },
      ],
    },
  },
};
