CREATE TABLE "remote_counts" (
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "remote_counts_remote_version_hour_kind_pk" PRIMARY KEY("remote","version","hour","kind")
);
--> statement-breakpoint
CREATE TABLE "withdrawn_versions" (
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawn_versions_remote_version_pk" PRIMARY KEY("remote","version")
);
--> statement-breakpoint
CREATE INDEX "remote_counts_hour" ON "remote_counts" USING btree ("hour");