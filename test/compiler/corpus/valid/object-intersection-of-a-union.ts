import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Shape = { kind: 'circle'; radius: int } | { kind: 'square'; side: int };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(shape: Shape & { label: string }) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'shape',
          type: {
            kind: 'union',
            options: [
              {
                kind: 'object',
                properties: [
                  { name: 'kind', type: { kind: 'enum', values: ['circle'] } },
                  { name: 'radius', type: { kind: 'integer' } },
                  { name: 'label', type: { kind: 'string' } },
                ],
              },
              {
                kind: 'object',
                properties: [
                  { name: 'kind', type: { kind: 'enum', values: ['square'] } },
                  { name: 'side', type: { kind: 'integer' } },
                  { name: 'label', type: { kind: 'string' } },
                ],
              },
            ],
          },
        },
      ],
    },
  },
};
