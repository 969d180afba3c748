-- Which schema it is, and whose tables these are.
INSERT INTO "rocpd_metadata{{uuid}}" ("tag", "value")
VALUES ('schema_version', '3.0.2'), ('uuid', '{{uuid}}'), ('guid', '{{guid}}');
