import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: { owner: { name: { first: string } } }) {}
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
              {
                name: 'owner',
                type: {
                  kind: 'object',
                  properties: [
                    {
                      name: 'name',
                      type: {
                        kind: 'object',
                        properties: [{ name: 'first', type: { kind: 'string' } }],
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
      ],
    },
  },
};
