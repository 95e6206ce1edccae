import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

class Item {
  id: int;
  title: string;
  owner?: string;
  private secret = 1;
  run() {
    return this.secret;
  }
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Pick<Item, 'id' | 'title'>, change: Partial<Item>) {}
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
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'string' } },
            ],
          },
        },
        {
          name: 'change',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'title', type: { kind: 'string' }, optional: true },
              { name: 'owner', type: { kind: 'string' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
