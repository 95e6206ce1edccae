import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Author {
  books: Book[];
  best?: Book;
}
interface Book {
  author?: Author;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(author: Author, book: Book) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'author',
          type: {
            kind: 'object',
            name: 'Author',
            id: 1,
            properties: [
              {
                name: 'books',
                type: {
                  kind: 'array',
                  items: {
                    kind: 'object',
                    name: 'Book',
                    id: 2,
                    properties: [
                      {
                        name: 'author',
                        type: { kind: 'object', name: 'Author', of: 1 },
                        optional: true,
                      },
                    ],
                  },
                },
              },
              // Book is written out once.
              { name: 'best', type: { kind: 'object', name: 'Book', of: 2 }, optional: true },
            ],
          },
        },
        {
          name: 'book',
          type: {
            kind: 'object',
            name: 'Book',
            id: 1,
            properties: [
              {
                name: 'author',
                type: {
                  kind: 'object',
                  name: 'Author',
                  id: 2,
                  properties: [
                    {
                      name: 'books',
                      type: { kind: 'array', items: { kind: 'object', name: 'Book', of: 1 } },
                    },
                    {
                      name: 'best',
                      type: { kind: 'object', name: 'Book', of: 1 },
                      optional: true,
                    },
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
