import { PartialType } from '@nestjs/mapped-types';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MinLength, ValidateNested } from 'class-validator';

export class ChapterDto {
  @IsString()
  title!: string;
}

export class CreateBookDto {
  @IsString()
  @MinLength(2)
  title!: string;

  @ValidateNested({ each: true })
  @Type(() => ChapterDto)
  chapters: ChapterDto[] = [];

  note?: string;
}

export class UpdateBookDto extends PartialType(CreateBookDto) {}

export class ListBooksDto {
  @IsOptional()
  @IsString()
  search?: string;

  @IsOptional()
  @IsInt()
  @Type(() => Number)
  limit?: number;
}
