import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  ValueClass,
} from 'nestjs-rest-routes';

interface Upload {
  title: string;
  cover?: UploadedFile;
  /** @maxItems 2 */
  pages: UploadedFile[];
}

@ValueClass()
export class Form {
  @Param({ maxSize: '1 MiB' }) back: UploadedFile | null = null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Arguments() upload: Upload, @Arguments() form: Form) {}

  @RestRoute('/partial', HttpMethod.Post, new PublicAccess())
  change(@Arguments() upload: Partial<Upload>) {}
}

const properties = [
  { name: 'title', type: { kind: 'string' } },
  { name: 'cover', type: { kind: 'file' }, optional: true },
  {
    name: 'pages',
    type: { kind: 'array', items: { kind: 'file' } },
    limits: { maxItems: 2 },
  },
];

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'upload', type: { kind: 'object', name: 'Upload', properties } },
        { name: 'form', type: { kind: 'class', name: 'Form' } },
      ],
    },
    change: {
      parameters: [
        {
          name: 'upload',
          type: {
            kind: 'object',
            properties: properties.map((property) => ({ ...property, optional: true })),
          },
        },
      ],
    },
  },
};

export const references = () => ({ Form });
