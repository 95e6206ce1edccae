import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
type Nullable<T> = { [Key in keyof T]: T[Key] | null };
interface Change<T> {
  before: Nullable<T>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(change: Change<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'change',
          type: {
            kind: 'object',
            name: 'Change',
            properties: [
              {
                name: 'before',
                type: {
                  kind: 'object',
                  name: 'Nullable',
                  properties: [
                    { name: 'id', type: { kind: 'integer', nullable: true } },
                    { name: 'title', type: { kind: 'string', nullable: true } },
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
