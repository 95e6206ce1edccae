import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Circle {
  kind: 'circle';
  radius: int;
}
interface Square {
  kind: 'square';
  side: int;
}
type Shape = Circle | Square;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(shape: Shape, shapes: Shape[]) {}
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
                name: 'Circle',
                properties: [
                  { name: 'kind', type: { kind: 'enum', values: ['circle'] } },
                  { name: 'radius', type: { kind: 'integer' } },
                ],
              },
              {
                kind: 'object',
                name: 'Square',
                properties: [
                  { name: 'kind', type: { kind: 'enum', values: ['square'] } },
                  { name: 'side', type: { kind: 'integer' } },
                ],
              },
            ],
          },
        },
        {
          name: 'shapes',
          type: {
            kind: 'array',
            items: {
              kind: 'union',
              options: [
                {
                  kind: 'object',
                  name: 'Circle',
                  properties: [
                    { name: 'kind', type: { kind: 'enum', values: ['circle'] } },
                    { name: 'radius', type: { kind: 'integer' } },
                  ],
                },
                {
                  kind: 'object',
                  name: 'Square',
                  properties: [
                    { name: 'kind', type: { kind: 'enum', values: ['square'] } },
                    { name: 'side', type: { kind: 'integer' } },
                  ],
                },
              ],
            },
          },
        },
      ],
    },
  },
};
