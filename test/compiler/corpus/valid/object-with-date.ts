import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  made: Date;
  seen?: Date | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'made', type: { kind: 'date' } },
              { name: 'seen', type: { kind: 'date', nullable: true }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
