import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Post, new PublicAccess())
  create(@Arguments() item: Omit<Item, 'id'>, id: int) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: { kind: 'object', properties: [{ name: 'title', type: { kind: 'string' } }] },
        },
        { name: 'id', type: { kind: 'integer' } },
      ],
    },
  },
};
