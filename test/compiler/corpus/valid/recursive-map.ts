import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Folder {
  folders: Record<string, Folder>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(folder: Folder) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'folder',
          type: {
            kind: 'object',
            name: 'Folder',
            id: 1,
            properties: [
              {
                name: 'folders',
                type: { kind: 'object', additional: { kind: 'object', name: 'Folder', of: 1 } },
              },
            ],
          },
        },
      ],
    },
  },
};
