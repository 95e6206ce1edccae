import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: { /** @minimum 1 */ id: int; /** Called so. @minLength 2 */ title?: string }) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' }, limits: { minimum: 1 } },
              {
                name: 'title',
                type: { kind: 'string' },
                optional: true,
                description: 'Called so.',
                limits: { minLength: 2 },
              },
            ],
          },
        },
      ],
    },
  },
};
