import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Title {
  raw: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(title: string | Title) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'title',
          type: {
            kind: 'union',
            options: [
              { kind: 'string' },
              {
                kind: 'object',
                name: 'Title',
                properties: [{ name: 'raw', type: { kind: 'string' } }],
              },
            ],
          },
        },
      ],
    },
  },
};
