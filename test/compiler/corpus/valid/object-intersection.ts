import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
interface Owned {
  owner: string | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item & Owned & { flag: boolean }) {}
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
              { name: 'owner', type: { kind: 'string', nullable: true } },
              { name: 'flag', type: { kind: 'boolean' } },
            ],
          },
        },
      ],
    },
  },
};
