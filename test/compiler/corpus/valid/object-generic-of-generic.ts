import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Box<T> {
  value: T;
}
interface Pair<T> {
  left: Box<T>;
  right: Box<Box<T>>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(pair: Pair<int>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'pair',
          type: {
            kind: 'object',
            name: 'Pair',
            properties: [
              {
                name: 'left',
                type: {
                  kind: 'object',
                  name: 'Box',
                  properties: [{ name: 'value', type: { kind: 'integer' } }],
                },
              },
              {
                name: 'right',
                type: {
                  kind: 'object',
                  name: 'Box',
                  properties: [
                    {
                      name: 'value',
                      type: {
                        kind: 'object',
                        name: 'Box',
                        properties: [{ name: 'value', type: { kind: 'integer' } }],
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
