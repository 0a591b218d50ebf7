CREATE TABLE "reconciliations" (
	"day" text PRIMARY KEY NOT NULL,
	"differences" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
