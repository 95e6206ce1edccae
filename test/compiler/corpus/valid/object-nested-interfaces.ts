import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Name {
  first: string;
}
interface Owner {
  name: Name;
  other: Name;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(owner: Owner) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'owner',
          type: {
            kind: 'object',
            name: 'Owner',
            properties: [
              {
                name: 'name',
                type: {
                  kind: 'object',
                  name: 'Name',
                  properties: [{ name: 'first', type: { kind: 'string' } }],
                },
              },
              {
                name: 'other',
                type: {
                  kind: 'object',
                  name: 'Name',
                  properties: [{ name: 'first', type: { kind: 'string' } }],
                },
              },
            ],
          },
        },
      ],
    },
  },
};
