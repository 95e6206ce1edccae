import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  owner: { id: int; name: string };
}
type DeepPartial<T> = { [Key in keyof T]?: DeepPartial<T[Key]> };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: DeepPartial<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'DeepPartial',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              {
                name: 'owner',
                type: {
                  kind: 'object',
                  name: 'DeepPartial',
                  properties: [
                    { name: 'id', type: { kind: 'integer' }, optional: true },
                    { name: 'name', type: { kind: 'string' }, optional: true },
                  ],
                },
                optional: true,
              },
            ],
          },
        },
      ],
    },
  },
};
