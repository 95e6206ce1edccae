import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title?: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    flags: { [Key in keyof Item]: boolean },
    all: { [Key in keyof Item]-?: int },
    some?: { [Key in keyof Item]?: int },
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'flags',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'boolean' } },
              { name: 'title', type: { kind: 'boolean' }, optional: true },
            ],
          },
        },
        {
          name: 'all',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'integer' } },
            ],
          },
        },
        {
          name: 'some',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'title', type: { kind: 'integer' }, optional: true },
            ],
          },
          optional: true,
        },
      ],
    },
  },
};
