package database
