import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Tree<T> {
  value: T;
  left: Tree<T> | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(tree: Tree<string>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'tree',
          type: {
            kind: 'object',
            name: 'Tree',
            id: 1,
            properties: [
              { name: 'value', type: { kind: 'string' } },
              { name: 'left', type: { kind: 'object', name: 'Tree', of: 1, nullable: true } },
            ],
          },
        },
      ],
    },
  },
};
