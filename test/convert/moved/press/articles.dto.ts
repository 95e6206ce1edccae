import { PartialType } from '@nestjs/mapped-types';
import { Transform } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsMongoId,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
} from 'class-validator';

export class CreateArticleDto {
  @IsString()
  @IsNotEmpty()
  @Length(3, 60)
  readonly title!: string;

  @IsString()
  readonly body: string = '';

  @IsArray()
  @IsString({ each: true })
  @Matches(/^[a-z]+$/, { each: true })
  readonly tags: string[] = [];

  @IsBoolean()
  @IsOptional()
  readonly published?: boolean;
}

export class UpdateArticleDto extends PartialType(CreateArticleDto) {}

export class FilterDto {
  @IsOptional()
  @IsString()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  tag?: string;

  @IsOptional()
  @IsMongoId()
  after?: string;
}
